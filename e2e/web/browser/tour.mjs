// Every page is photographed and examined, at both sizes and in both themes.
import { ask, drive, facts, goTo, log, must, part, signedIn, sizes, step } from "./lib.mjs";
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
    await step(`sign in again in the same tab at ${size}`, async () => {
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      await page.getByRole("textbox", { name: "Token" }).waitFor();
      await page.evaluate((address) => location.assign(address), await ask("entrance")); // nothing but the fragment changes
      await page.getByRole("navigation", { name: "Views" }).waitFor();
      must(!page.url().includes("token"), `the token stays in the address: ${page.url()}`);
    });
    await page.context().close();
  }
  log(`the pictures are in ${facts.screenshots}`);
});
