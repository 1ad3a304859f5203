// Pages of a machine whose every text is a stranger's: nothing in them acts, nothing loads. They are all that there are, or those of some sessions.
import { drive, expected, fault, facts, goTo, log, must, part, signedIn, step } from "./lib.mjs";
import { everyPage, sessionPath } from "./pages.mjs";

/** What a page would have done for a stranger, or "". */
function done() {
  if (window.acted) return "a script of the stranger's ran";
  const made = [...document.querySelectorAll("script, style, link, meta, base, iframe, object, embed, form, input, img, svg")];
  const strange = made.find((element) => /stranger|acted|none!important/.test(element.outerHTML));
  if (strange && !strange.matches("input, form")) return `an element of the stranger's is in the page: ${strange.outerHTML.slice(0, 200)}`;
  if ([...document.images].some((i) => !/^(data:image\/(png|jpeg|gif|webp)|blob:)/.test(i.src))) return "a picture comes from elsewhere";
  for (const a of document.querySelectorAll("a[href]")) {
    if (!/^https?:$/.test(a.protocol)) return `a link leads to ${a.href}`;
    if (a.origin !== location.origin && !a.relList.contains("noopener")) return `the link to ${a.href} can reach this page`;
  }
  if (!/(^| )stead$/.test(document.title) || document.title.length > 120) return `the title is ${document.title}`;
  const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
  if (control.test(document.title)) return `a hidden character is in the title ${JSON.stringify(document.title)}`;
  const hidden = control.exec(document.body.innerText);
  if (hidden) return `U+${hidden[0].codePointAt(0).toString(16)} is drawn as it is: ${document.body.innerText.slice(Math.max(0, hidden.index - 60), hidden.index + 60)}`;
  for (const element of document.querySelectorAll("[title], [aria-label], [placeholder]")) {
    const text = element.title + element.ariaLabel + element.placeholder;
    if (/[\u202a-\u202e\u2066-\u2069]/.test(text)) return `a hidden character is in the attributes of ${element.outerHTML.slice(0, 200)}`;
  }
  return "";
}

/** Opens what can be opened in the page. What opens may push others away, which are not needed then. */
async function openAll(page) {
  for (const opener of (await page.locator("main").getByRole("button", { expanded: false }).all()).slice(0, 12)) {
    await opener.click({ timeout: 1000 }).catch(() => {});
  }
}

await drive(async (browser) => {
  const page = await step("sign in", () => signedIn(browser));
  expected.add("status of 409"); // the stranger's folder is not there, which the dialogs say
  let loads = 0;
  page.on("framenavigated", () => loads++);
  page.context().on("page", (other) => fault(`a window opens at ${other.url()}`));
  const pages =
    facts.references?.map((reference) => ({ name: reference.split(":")[0], path: sessionPath(reference) })) ?? everyPage({ ...facts, words: "stranger" });
  for (const { name, path, key } of pages) {
    await part(name, async () => {
      await goTo(page, path, key);
      const before = loads;
      const harm = await page.evaluate(done);
      if (harm) fault(`${name}: ${harm}`);
      if (!key) await openAll(page);
      const later = await page.evaluate(done);
      if (later) fault(`${name}, opened: ${later}`);
      must(loads === before, "the page was left");
    });
  }
  await step("hidden characters are written out", async () => {
    await goTo(page, sessionPath(facts.sessions[0]));
    await page.getByText("⟨U+202E⟩").first().waitFor();
  });
  log(`${pages.length} pages`);
});
