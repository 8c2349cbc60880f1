// Makes the pictures of the pages in docs: a site's own report, the joint one, and that of dsne look: picture.js <folder> <page of dsne look>
import { join } from "node:path";
import { jointReport, openReport, ownReport, startBrowser } from "./reports.js";

const browser = await startBrowser();
for (const [report, picture] of [[ownReport, "report.png"], [process.argv[3], "look.png"]]) {
  const own = await openReport(browser, report, { viewport: { width: 1400, height: 900 } });
  await own.locator("#subjects tbody button").first().click();
  await own.mouse.move(0, 0);
  await own.evaluate(() => scrollTo(0, 0));
  await own.screenshot({ path: join(process.argv[2], picture) });
}
const joint = await openReport(browser, jointReport, { viewport: { width: 1280, height: 900 }, colorScheme: "dark" });
await joint.screenshot({ path: join(process.argv[2], "joint-report.png") });
await browser.close();
