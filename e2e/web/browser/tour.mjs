// Every page is photographed and examined, at both sizes and in both themes.
import { ask, drive, facts, goTo, log, part, signedIn, sizes, step } from "./lib.mjs";
import { examine } from "./examine.mjs";
import { everyPage } from "./pages.mjs";

await drive(async (browser) => {
  for (const size of Object.keys(sizes)) {
    const page = await step(`sign in at ${size}`, async () => signedIn(browser, { size, entrance: await ask("entrance") }));
    for (const { name, path, key } of everyPage(facts)) {
      await part(`${name} at ${size}`, async () => {
        await goTo(page, path, key);
        await examine(page, name, size);
      });
    }
    await page.context().close();
  }
  log(`the pictures are in ${facts.screenshots}`);
});
