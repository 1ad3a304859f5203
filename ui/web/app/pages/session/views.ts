// The views of a session that need no terminal. They are loaded together when a session is opened.
export { Timeline } from "./timeline/timeline";
export { Tree } from "./tree";
export { Details } from "./details";
