/** Extensions of formats without text to review, by whether a program can run or load their content. */
const media = [
  "png jpg jpeg gif webp avif bmp ico icns tif tiff heic psd ai sketch fig xcf",
  "mp3 m4a wav ogg oga flac aac mp4 m4v mov avi mkv webm",
  "ttf otf woff woff2 eot pdf epub",
];
const others = [
  "doc docx xls xlsx ppt pptx odt ods odp",
  "zip gz tgz bz2 xz zst br 7z rar tar jar war ear aar apk aab ipa dmg iso deb rpm whl nupkg",
  "exe dll so dylib a o lib obj class pyc wasm node bin dat pdb",
  "db sqlite sqlite3 mdb parquet avro arrow npy npz pkl pickle onnx pt pth h5 tflite safetensors pb mo",
  "keystore jks p12 pfx der gpg snap glb blend fbx",
];
const mediaExtensions = extensionsIn(media);
const extensions = extensionsIn([...media, ...others]);

/**
 * Whether a file with this name is expected to be binary. Source code that a diff shows as binary was seen by no
 * reviewer.
 */
export function isBinaryFormat(path: string): boolean {
  return extensions.has(extensionOf(path));
}

/** Whether a file with this name is only looked at or listened to. */
export function isMediaFormat(path: string): boolean {
  return mediaExtensions.has(extensionOf(path));
}

function extensionsIn(lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(" ").split(" "));
}

function extensionOf(path: string): string {
  return (/\.(?<extension>[a-z0-9]+)$/i.exec(path)?.groups?.["extension"] ?? "").toLowerCase();
}
