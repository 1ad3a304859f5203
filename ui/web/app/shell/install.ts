import { signal } from "@preact/signals";

/** Whether the pages can be installed as an app: what the settings say. */
export const installable = signal<"unknown" | "yes" | "no" | "installed">("unknown");

/** What a browser gives for its own question whether to install (Chromium). */
interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

let prompt: InstallPrompt | undefined;

/** Starts the service worker, without which no browser installs a page. It starts only where the browser trusts the server's certificate. */
export function install() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
    installable.value = "yes";
  });
  if (matchMedia("(display-mode: standalone)").matches) installable.value = "installed";
  if (!("serviceWorker" in navigator)) {
    installable.value = "no";
    return;
  }
  navigator.serviceWorker.register(worker(), { scope: "/" }).catch(() => (installable.value = "no"));
}

/** Asks the browser to ask the user. */
export function offerInstallation() {
  void prompt?.prompt();
}

/** Whether the browser has a question of its own; others, such as Safari, have a menu item. */
export function canOffer(): boolean {
  return prompt !== undefined;
}

/** The worker's address, as a browser with Trusted Types wants it: by the one policy that the page has, which knows one script. */
function worker(): string {
  const address = "/worker.js";
  const factory = (window as { trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } }).trustedTypes;
  if (!factory) return address;
  return factory
    .createPolicy("stead", {
      createScriptURL(url: string) {
        if (url !== address) throw new TypeError(`stead knows no script ${url}`);
        return url;
      },
    })
    .createScriptURL(address);
}
