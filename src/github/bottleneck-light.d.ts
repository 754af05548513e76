/** The build of bottleneck without Redis, which the throttling plugin uses too. */
declare module "bottleneck/light.js" {
  // biome-ignore lint/style/noDefaultExport: it is what the package exports
  export { default } from "bottleneck";
}
