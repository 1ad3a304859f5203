// What the scripts share: the browser, the talk with the test, and the watch over each page.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

/** The sizes and colours in which pages are looked at. */
export const sizes = { desktop: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };
export const themes = ["dark", "light"];

/** How long a step waits for what it wants to see, in milliseconds: CLIs start slowly on a machine that has much else to do. */
const patience = 60_000;

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function hear() {
  const { value, done } = await lines.next();
  if (done) throw new Error("the test has gone");
  return JSON.parse(value);
}

/** What the test told at the start. */
export const facts = await hear();

const require = createRequire(join(facts.modules, "x"));

/** Finds a module that the test's folder has. */
export const moduleFile = (name) => require.resolve(name);

/** Logs a line into the test's log. */
export function log(...what) {
  console.error(...what);
}

/** Asks the test for something, and returns its answer. */
export async function ask(what, argument = "") {
  process.stdout.write(JSON.stringify({ ask: what, with: argument }) + "\n");
  const answer = await hear();
  if (answer.error) throw new Error(`${what}: ${answer.error}`);
  return answer.value;
}

/** Whether something went wrong that no step has noticed. */
const faults = [];

/** Tells of something that must not be. The script goes on, and fails at its end. */
export function fault(text) {
  faults.push(text);
  log(`FAULT: ${text}`);
}

/** Fails unless something is true. */
export function must(is, what) {
  if (!is) throw new Error(what);
}

/** Waits until something is true. */
export async function until(what, is) {
  const limit = Date.now() + patience;
  while (!(await is())) {
    if (Date.now() > limit) throw new Error(`never came about: ${what}`);
    await new Promise((later) => setTimeout(later, 50));
  }
}

let current;

/** Does a part of the walk. When it fails, the log tells what was on the page. */
export async function step(name, work) {
  const begun = Date.now();
  try {
    const value = await work();
    log(`${name}: ${Date.now() - begun} ms`);
    return value;
  } catch (error) {
    if (current && !current.isClosed()) {
      await current.screenshot({ path: join(facts.screenshots, "failed.png") }).catch(() => {});
      log(`the page at ${current.url()} was\n${await current.locator("body").ariaSnapshot({ timeout: 5000 }).catch((e) => e.message)}`);
    }
    throw new Error(`${name}: ${error.message}`, { cause: error });
  }
}

/** Does a part that no other part needs: when it fails, the script goes on, and fails at its end. */
export async function part(name, work) {
  await step(name, work).catch((error) => fault(error.message));
}

/** Starts the browser, does the work with it, and ends the script. */
export async function drive(work, options = {}) {
  const { chromium } = require("playwright-core");
  const browser = await chromium.launch({ executablePath: facts.chromium, args: ["--no-sandbox", "--disable-dev-shm-usage", ...(options.args ?? [])] });
  try {
    await work(browser);
    // What the browser tells about the last step may still be on its way.
    await Promise.all(browser.contexts().flatMap((c) => c.pages()).map((p) => p.evaluate(() => new Promise(requestAnimationFrame)).catch(() => {})));
  } catch (error) {
    fault(error.stack ?? error.message);
  }
  await browser.close();
  process.exit(faults.length > 0 ? 1 : 0);
}

/** Opens a context of a size and theme, and signs it in. No colour fades into another there, which pictures would catch. */
export async function signedIn(browser, { size = "desktop", theme = "dark", entrance = facts.entrance, init } = {}) {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme: theme, hasTouch: size === "phone", reducedMotion: "reduce" });
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (e) => console.error("policy violated:", e.violatedDirective, e.blockedURI, e.sourceFile, e.sample));
  });
  if (init) await context.addInitScript(init);
  context.setDefaultTimeout(patience);
  context.on("page", watch);
  const page = await context.newPage();
  await page.goto(entrance);
  await page.getByRole("navigation", { name: "Views" }).waitFor();
  return page;
}

/** What a step provokes, and no script fails by: statuses of answers, and texts of the browser's console. */
export const expected = new Set();

const isExpected = (text) => [...expected].some((part) => text.includes(part));

/** Notices all that must not happen on a page. */
function watch(page) {
  current = page;
  page.on("pageerror", (error) => fault(`error on ${page.url()}: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (isExpected(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") fault(`console on ${page.url()}: ${message.text()} ${message.location().url}`);
  });
  watchRequests(page);
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== facts.origin) fault(`${page.url()} asks for ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !isExpected(`status of ${response.status()}`)) fault(`${response.request().method()} ${response.url()} is ${response.status()}`);
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    if (why !== "net::ERR_ABORTED" && !isExpected(why)) fault(`${request.method()} ${request.url()} fails: ${why}`); // pages call off what they no longer want
  });
  page.on("dialog", (dialog) => {
    fault(`a dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("download", (download) => fault(`a download of ${download.url()}`));
}

/** Goes to an address of the pages without loading them anew, as a link does, and waits until the page is drawn. A key may open a dialog over it. */
export async function goTo(page, to, key) {
  await page.evaluate((to) => {
    for (const dialog of document.querySelectorAll("dialog")) dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, to);
  await rests(page);
  if (!key) return;
  await page.keyboard.press(key);
  await page.getByRole("dialog").waitFor();
  await rests(page);
}

const underway = new Map(); // the requests of a page that have no answer yet

const isStream = (request) => new URL(request.url()).pathname.endsWith("/events");

/** Whether the page reads an answer only as far as it plays it. */
const isPlayed = (answer) => new URL(answer.url()).pathname.endsWith("/recording");

/** Notes which requests of a page have no answer yet. */
function watchRequests(page) {
  const asked = new Set();
  underway.set(page, asked);
  page.on("request", (request) => !isStream(request) && asked.add(request));
  page.on("response", (answer) => isPlayed(answer) && asked.delete(answer.request()));
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => asked.delete(request));
}

/** Waits until a page has all that it has asked for, and changes no more. */
export async function rests(page) {
  const limit = Date.now() + patience;
  do {
    // A blinking cursor changes for ever.
    await page.evaluate(
      () =>
        new Promise((done) => {
          const end = () => {
            observer.disconnect();
            done();
          };
          let timer = setTimeout(end, 120);
          setTimeout(end, 1500);
          const observer = new MutationObserver(() => {
            clearTimeout(timer);
            timer = setTimeout(end, 120);
          });
          observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
        }),
    );
    const asked = [...underway.get(page)].map((request) => `${request.method()} ${request.url()}`);
    must(Date.now() < limit, `the page never rests; it waits for ${asked.join(", ") || "nothing"}`);
  } while (underway.get(page).size > 0);
}

/** How many bytes the page's JavaScript holds. */
export async function heap(page) {
  const client = await page.context().newCDPSession(page);
  await client.send("HeapProfiler.collectGarbage");
  const { usedSize } = await client.send("Runtime.getHeapUsage");
  await client.detach();
  return usedSize;
}

/** Returns the value at a share of the sorted values. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
