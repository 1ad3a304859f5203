import { render } from "preact";
import "./style/main.css";
import { allowStylesOfLibraries } from "./shell/styles";
import { Frame } from "./frame/frame";
import { signInByAddress } from "./shell/access";
import { follow } from "./live/events";
import { listenForKeys } from "./shell/keys";
import { listenForLinks } from "./shell/route";
import { showTheme } from "./shell/theme";
import { install } from "./shell/install";

async function start() {
  allowStylesOfLibraries();
  showTheme();
  listenForLinks();
  listenForKeys();
  addEventListener("hashchange", () => void signInByAddress());
  await signInByAddress();
  follow();
  render(<Frame />, document.body);
  install();
}

void start();
