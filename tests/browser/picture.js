// Makes the pictures of docs/member.md, a site's own report and the joint one: picture.js <folder>
import { join } from "node:path";
import { jointReport, openReport, ownReport, startBrowser } from "./reports.js";

const browser = await startBrowser();
const own = await openReport(browser, ownReport, { viewport: { width: 1400, height: 900 } });
await own.locator("#subjects tbody button").first().click();
await own.mouse.move(0, 0);
await own.evaluate(() => scrollTo(0, 0));
await own.screenshot({ path: join(process.argv[2], "report.png") });
const joint = await openReport(browser, jointReport, { viewport: { width: 1280, height: 900 }, colorScheme: "dark" });
await joint.screenshot({ path: join(process.argv[2], "joint-report.png") });
await browser.close();
