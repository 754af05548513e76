/** The data flow's knowledge of a language and its libraries. */
export interface FlowLanguage {
  /** Declared types whose members return a client's data. */
  readonly requestTypes: RegExp;
  /** Usual names of such an object where no declaration is visible. */
  readonly requestNames: RegExp;
  /** Members of a request that a client decides. */
  readonly requestMembers: RegExp;
  /** Functions that take these out of a request, by their full names. */
  readonly requestCalls: RegExp;
  /** Declared types of parameters that are request data as a whole. */
  readonly dataTypes: RegExp;
  /** Marks of a parameter, or of its function, that is filled from a request; and the types that can carry a text. */
  readonly bound: RegExp;
  readonly boundTypes: RegExp;
  /** Marks of a parameter whose fields are filled from a request, whatever its type. */
  readonly boundObjects: RegExp;
  /** Marks of a function whose result is sent to a client as a page. */
  readonly answers: RegExp;
  /** Methods that return their receiver's data. */
  readonly methods: RegExp;
  /** Functions and constructors that return their arguments' data. */
  readonly functions: RegExp;
  /** Methods that add their arguments to their receiver: as further text, and as a further item. */
  readonly appends: RegExp;
  readonly adds: RegExp;
  /** Methods that fill the target of a pointer argument. */
  readonly fills: RegExp;
  /** Calls after which a value counts as tested. */
  readonly guards: RegExp;
  /** Results whose type is known without a declaration. */
  readonly results: readonly (readonly [call: RegExp, type: string])[];
}

const never = /(?!)/;
const tested = "[A-Za-z0-9_]*(?:[Vv]alid|[Cc]heck|[Ss]anitiz|[Aa]llowed|[Ss]afe|[Cc]lean)[A-Za-z0-9_]*";

const java: FlowLanguage = {
  requestTypes:
    /^(?:(?:Multipart)?(?:Http)?ServletRequest(?:Wrapper)?|(?:Native)?WebRequest|ServerHttpRequest|ServerRequest|ServerWebExchange|RoutingContext|HttpServerRequest|HttpExchange|Context|ContainerRequestContext)$/,
  requestNames: /^(?:this\.)?(?:(?:http)?(?:servlet)?(?:request|req)|ctx|exchange|multipart\w*|\w*upload\w*|file)$/i,
  requestMembers:
    /^(?:getParameter(?:Values|Map|Names)?|getHeader(?:s|Names)?|getQueryString|getPathInfo|getPathTranslated|getRequestURI|getRequestURL|getCookies?|getParts?|queryParams?|pathParams?|formParams?|getInputStream|getReader|getOriginalFilename|getSubmittedFileName|getRequestBody)$/,
  requestCalls: never,
  dataTypes: /^(?:MultipartFile|CommonsMultipartFile|FilePart|Part)$/,
  bound:
    /@(?:RequestParam|PathVariable|RequestHeader|RequestBody|CookieValue|ModelAttribute|QueryParam|PathParam|FormParam|HeaderParam|CookieParam)\b/,
  boundObjects: /@(?:RequestBody|ModelAttribute)\b/,
  answers: never,
  boundTypes:
    /^(?:String|String\[\]|CharSequence|Object|(?:List|Set|Collection|Map|MultiValueMap|Optional)<.*String.*>)$/,
  methods:
    /^(?:trim|strip|toString|substring|toLowerCase|toUpperCase|intern|concat|replace|replaceAll|split|getBytes|toCharArray|formatted|get|getOrDefault|getFirst|getLast|next|nextElement|nextToken|iterator|elements|values|entrySet|keySet|stream|toArray|getValue|getKey|getName|getOriginalFilename|getSubmittedFileName|getInputStream|getReader|readLine|readAllBytes|get(?!\w*(?:Id|Count|Size|Length|Number|Age|Page|Limit|Offset|Amount|Price|Date|Time|Class|Type)$)[A-Z]\w*|toPath|toFile|toAbsolutePath|getAbsolutePath|getPath|orElse|resolve)$/,
  functions:
    /^(?:String\.(?:format|valueOf|join|copyValueOf)|Objects\.(?:toString|requireNonNull(?:Else)?)|(?:Arrays\.asList|List\.of|Set\.of|Collections\.singletonList)|(?:URLDecoder|[\w.()]*[dD]ecoder\(\)|[\w.]*Base64)\.(?:decode\w*|encode\w*)|Paths\.get|Path\.of|FileSystems\.getDefault\(\)\.getPath|new (?:String|StringBuilder|StringBuffer|ArrayList|LinkedList|StringTokenizer|File|URI|URL|FileInputStream|ByteArrayInputStream|InputStreamReader|BufferedReader|BufferedInputStream)(?:<.*>)?|[\w.()]+\.resolve|\w*\.?decodeBase64|\w*\.?encodeBase64)$/,
  appends: /^(?:append|insert)$/,
  adds: /^(?:add|addAll|addFirst|addLast|addElement|offer|push|put|putAll|setProperty|set)$/,
  fills: never,
  guards: new RegExp(`(?:^|\\.)(?:matches|contains|containsKey|parseInt|parseLong|fromString|${tested})$`),
  results: [
    [/(?:^|\.)getWriter$/, "ResponseWriter"],
    [/(?:^|\.)getOutputStream$/, "ResponseStream"],
  ],
};

const python: FlowLanguage = {
  requestTypes: /^(?:\w+\.)*(?:HttpRequest|Request|WSGIRequest|ASGIRequest)$/,
  requestNames: /^(?:flask\.|bottle\.|self\.)?request$/,
  requestMembers:
    /^(?:args|form|values|json|cookies|headers|data|files|GET|POST|FILES|COOKIES|META|body|query_params|path_params|match_info|query|params|path|full_path|query_string|view_args|get_json|get_data|stream|post|text|read)$/,
  requestCalls: /^self\.get_(?:argument|arguments|query_argument|body_argument|cookie)$/,
  dataTypes: never,
  bound: /^@\w+(?:\.\w+)*\.(?:route|get|post|put|delete|patch|websocket)\(/,
  boundObjects: never,
  answers: /^@\w+(?:\.\w+)*\.route\(/m,
  boundTypes: /^(?:|str|Optional\[str\]|str \| None|UploadFile)$/,
  methods:
    /^(?:get|getlist|getall|strip|lstrip|rstrip|lower|upper|title|capitalize|format|encode|decode|replace|split|splitlines|join|pop|popitem|items|keys|values|copy|read|getvalue|setdefault|filename|to_dict|joinpath|resolve|expanduser|absolute)$/,
  functions:
    /^(?:str|bytes|repr|list|tuple|dict|set|sorted|reversed|next|iter|(?:[\w.]+\.)?(?:unquote|unquote_plus|parse_qs|parse_qsl|b64decode|b64encode|urlsafe_b64decode|unhexlify|fromhex|decompress|BytesIO|StringIO|join|joinpath|Path|PurePath|PosixPath|normpath|abspath|expanduser|fsdecode|deepcopy|dedent)|["'].*\.(?:format|join))$/s,
  appends: never,
  adds: /^(?:append|add|extend|insert|appendleft|update|set)$/,
  fills: never,
  guards:
    /(?:^|[._])(?:isdigit|isalnum|isidentifier|isalpha|isdecimal|match|fullmatch|compare_digest|valid\w*|check(?!_output$|_call$)\w*|sanitiz\w*|clean\w*|is_safe\w*|is_allowed\w*)$/,
  results: [],
};

const go: FlowLanguage = {
  requestTypes:
    /^\*?(?:http\.Request|gin\.Context|echo\.Context|fiber\.Ctx|fiber\.Context|fasthttp\.RequestCtx|beego\.Controller|iris\.Context)$/,
  requestNames: /^(?:r|req|request|c|ctx|gc)$/,
  requestMembers:
    /^(?:FormValue|PostFormValue|PathValue|URL|Header|Form|PostForm|MultipartForm|Body|Cookie|Cookies|Host|RequestURI|UserAgent|Referer|FormFile|Query|QueryParam|QueryParams|QueryString|QueryArray|GetQuery|DefaultQuery|Param|Params|DefaultPostForm|GetPostForm|PostFormArray|GetHeader|GetRawData|BodyRaw|ParamValues)$/,
  requestCalls: /^(?:mux\.Vars|chi\.URLParam)$/,
  dataTypes: never,
  bound: never,
  boundTypes: never,
  boundObjects: never,
  answers: never,
  methods:
    /^(?:Get|Query|Path|RawQuery|RawPath|String|EscapedPath|Value|Values|Filename|Fragment|Hostname|File|Bytes|Text|Opaque)$/,
  functions:
    /^(?:fmt\.(?:Sprintf|Sprint|Sprintln|Errorf)|strings\.(?:TrimSpace|Trim|TrimPrefix|TrimSuffix|TrimLeft|TrimRight|ToLower|ToUpper|Replace|ReplaceAll|Join|Split|SplitN|Fields|Title|Repeat|NewReader)|(?:filepath|path)\.(?:Join|Clean|FromSlash|ToSlash)|url\.(?:QueryUnescape|PathUnescape)|io\.(?:ReadAll|LimitReader)|ioutil\.ReadAll|bytes\.NewBuffer(?:String)?|(?:json|xml|gob|yaml)\.NewDecoder|bufio\.New(?:Reader|Scanner)|base64\.[\w.]+|string|append|\[\]byte|\[\]string)$/,
  appends: /^(?:WriteString|WriteByte|WriteRune)$/,
  adds: never,
  fills: /^(?:Decode|Unmarshal|(?:Should|Must)?Bind\w*|BodyParser|QueryParser|ReadJSON)$/,
  guards: new RegExp(
    `(?:^|\\.)(?:Contains|ContainsAny|ContainsRune|MatchString|Match|Atoi|ParseInt|ParseUint|ParseBool|HasPrefix|HasSuffix|IsLocal|${tested})$`,
  ),
  results: [[/(?:^|\.)Request$/, "*http.Request"]],
};

export const flowLanguages: Readonly<Record<string, FlowLanguage>> = { java, python, go };
