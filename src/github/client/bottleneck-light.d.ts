/** The build of bottleneck without Redis, which the throttling plugin uses too. */
declare module "bottleneck/light.js" {
  export { default } from "bottleneck";
}
