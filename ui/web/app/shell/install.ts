import { signal } from "@preact/signals";

/** Whether the pages can be installed as an app, for the settings page. */
export const installable = signal<"unknown" | "yes" | "no" | "installed">("unknown");

/** The event with which a browser offers its own installation prompt (Chromium). */
interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

let prompt: InstallPrompt | undefined;

/** Starts the service worker, without which no browser installs a page. It only starts if the browser trusts the server's certificate. */
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

/** Makes the browser ask the user. */
export function offerInstallation() {
  void prompt?.prompt();
}

/** Whether the browser has its own prompt. Others, such as Safari, have a menu item. */
export function canOffer(): boolean {
  return prompt !== undefined;
}

/** The worker's address, in the form that browsers with Trusted Types require: through the page's only policy, which knows one script. */
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
