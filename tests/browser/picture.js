// Makes the picture of a site's own report: picture.js <file>
import { ownReport, openReport, startBrowser } from "./reports.js";

const browser = await startBrowser();
const page = await openReport(browser, ownReport, { viewport: { width: 1280, height: 1560 } });
await page.locator("#subjects tbody button").first().click();
await page.mouse.move(0, 0);
await page.evaluate(() => scrollTo(0, 0));
await page.screenshot({ path: process.argv[2] });
await browser.close();
