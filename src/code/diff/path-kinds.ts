import picomatch from "picomatch";

/** Places where a file is run, loaded or obeyed because of its path. */
const powerful = picomatch(
  [
    // Forges and CI systems.
    "**/.{github,gitlab,gitea,forgejo,circleci,buildkite,teamcity,azure-pipelines,woodpecker,semaphore,tekton,ci,config}/**",
    "**/{.gitlab-ci,.drone,.travis,.woodpecker,.cirrus,appveyor,.appveyor,azure-pipelines,bitbucket-pipelines,cloudbuild,buildspec,codemagic,wercker,action}.{yml,yaml}",
    "**/{Jenkinsfile*,netlify.toml,vercel.json,CODEOWNERS,renovate.json*,.pre-commit-config.yaml,.pre-commit-hooks.yaml,lefthook.*,.lefthook.*,.lintstagedrc*}",
    // Hooks of git, by folder and by name.
    "**/{.husky,.githooks,.git-hooks,githooks,git-hooks}/**",
    "{hooks,ci}/**",
    "**/{applypatch-msg,pre-applypatch,post-applypatch,pre-commit,pre-merge-commit,prepare-commit-msg,commit-msg,post-commit,pre-rebase,post-checkout,post-merge,pre-push,pre-receive,update,post-receive,post-update,post-rewrite,pre-auto-gc}",
    // Folders whose files are run or loaded.
    "**/{bin,sbin,libexec,script,scripts,tools,migrations,initializers,autoload,plugins}/**",
    "**/{init,cron,profile,conf,rc}{,.}{d,daily,hourly,weekly,monthly}/**",
    "**/{systemd,docker-entrypoint*}/**",
    // Files that build, pack, configure and test a project.
    "**/{package.json,Makefile,makefile,GNUmakefile,*.mk,Rakefile,[Jj]ustfile,Taskfile.*,Dockerfile*,Containerfile*,docker-compose*,compose.{yml,yaml},Procfile,Vagrantfile}",
    "**/{setup.py,setup.cfg,conftest.py,sitecustomize.py,usercustomize.py,*.pth,noxfile.py,tox.ini,pytest.ini,pyproject.toml,__init__.py,__main__.py,manage.py}",
    "**/{*.gradle,*.gradle.kts,gradle.properties,pom.xml,build.rs,Cargo.toml,go.mod,Gemfile,*.gemspec,Package.swift,Podfile,CMakeLists.txt,*.cmake,configure,WORKSPACE*,MODULE.bazel,BUILD,BUILD.bazel,*.bzl,*.csproj,*.props,*.targets}",
    "**/*.config.{js,cjs,mjs,ts,cts,mts}",
    "**/.{cargo,mvn,yarn,vscode,idea,devcontainer,devcontainer.json,npmrc,npmignore,dockerignore,pnpmfile.cjs,envrc,gitattributes,gitmodules,gitconfig,gitpod.yml,bashrc,zshrc,profile,bash_profile}{,/**}",
    "**/.{yarnrc,env,eslintrc,babelrc,mocharc,prettierrc,pylintrc}*",
    // Files that steer agents.
    "**/{AGENTS,CLAUDE,GEMINI,SKILL}.md",
    "**/.{claude,cursor,windsurf,clinerules,continue,codex,aider*,cursorrules,windsurfrules,mcp.json}{,/**}",
  ],
  { dot: true, nocase: true },
);

/** Places whose code does not ship. Reviewers and our own checks ask less of it. */
const quiet = picomatch(
  [
    "**/{doc,docs,documentation,test,tests,__tests__,spec,specs,fixtures,__fixtures__,testdata,mock,mocks,__mocks__,snapshots,__snapshots__,example,examples,sample,samples,demo,demos,bench,benchmarks,attic,archive,deprecated,disabled}/**",
    "**/*.{test,spec}.*",
    "**/*_test.*",
    "**/test_*",
  ],
  { dot: true, nocase: true },
);

/** Places and formats of recorded, listed or drawn data, which nobody writes line by line. */
const data = picomatch(
  [
    "**/{fixture,fixtures,__fixtures__,testdata,test-data,test_data,cassettes,__cassettes__,golden,goldens,snapshot,snapshots,__snapshots__,seed,seeds}/**",
    "**/*.{csv,tsv,psv,json,jsonl,ndjson,json5,geojson,topojson,har,xml,kml,gpx,svg,sql,dump,ldif,snap,ambr,approved.txt,txt,log,dat,srt,vtt,po,pot,xlf,xliff,arb,strings,resx,ics,bib,lock,sum,md,rst,adoc}",
    "**/*{seed,fixture,snapshot,dump}*.{yml,yaml}",
  ],
  { dot: true, nocase: true },
);

/** Whether a file at this path holds data, and not code or settings that something runs or obeys. */
export function isData(path: string): boolean {
  return data(oneLine(path)) && !isPowerful(path);
}

/** Whether this path gives a file power over something. */
export function isPowerful(path: string): boolean {
  return powerful(oneLine(path));
}

/** Whether the code at this path does not ship. */
export function isQuiet(path: string): boolean {
  return quiet(oneLine(path));
}

/** No glob matches a name with a line break. */
function oneLine(path: string): string {
  return path.replaceAll(/[\n\r\u2028\u2029]/g, "_");
}

const testPath =
  /(^|\/)(tests?|__tests__|specs?|fixtures|__fixtures__|testdata|mocks?|__mocks__|e2e|cypress|playwright|androidTest|integrationTests?|test[-_]?fixtures|[\w.-]+\.tests?)\/|[.-](test|spec)\.[a-z]+$|_test\.(go|py|cc|cpp|exs|dart)$|_spec\.rb$|(^|\/)test_[^/]+\.py$/i;

/** Whether a path holds test code, which does not ship. */
export function isTestPath(path: string): boolean {
  return testPath.test(path);
}

/** Whether the path alone says that its code is a test, where nothing is known about its use: `src/mocks` may hold code that ships. */
export function isPlainTestPath(path: string): boolean {
  return /(^|\/)(?:__tests__|__mocks__|tests?|fixtures|testdata)\/|\.(test|spec)\.[a-z]+$|_test\.(go|py)$|(^|\/)test_[^/]+\.py$/i.test(
    path,
  );
}

const documentationPath =
  /(^|\/)docs?\/.*\.(md|mdx|rst|adoc|txt)$|\.(md|mdx|rst|adoc)$|(^|\/)(readme|changelog|contributing)[^/]*$/i;

/** Whether a path holds text for people. */
export function isDocumentationPath(path: string): boolean {
  return documentationPath.test(path);
}
