// Tries a site in headless Chromium: node pages.mjs SITE CHROMIUM PICTURES
//
// Every page: it loads, nothing is missing and nothing is written to the console; at the width of a phone it does not scroll to
// the side. One page of each kind, in the light and the dark theme: axe finds nothing that is not listed below, and the page looks
// as its picture in PICTURES does; with TILEC_BLESS=1 it becomes that picture. The search finds pages of each part of the site.
// A failure is a line; without one the exit code is 0.
//
// A picture is a screenshot in a quarter of its size. In each cell of 8 by 8 pixels the mean of each colour is compared, so that
// edges of letters, which another Chromium draws otherwise, do not count, and a part that is missing or in another place does.

import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import puppeteer from "puppeteer-core";

const [site, chromium, pictures] = process.argv.slice(2);
const PHONE = { width: 390, height: 844, isMobile: true, hasTouch: true };
const DESKTOP = { width: 1280, height: 900 };
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json",
    ".woff2": "font/woff2", ".png": "image/png" };
// One of each kind of page.
const KINDS = ["index.html", "docs/book/src/start.html", "docs/book/src/tiles.html", "docs/book/src/products.html", "docs/cmake.html",
    "docs/api/index.html", "docs/errors/E0312.html", "docs/language.html", "examples/index.html", "docs/performance.html",
    "docs/decisions/index.html", "ARCHITECTURE.html"];
const THEMES = ["light", "navy"];
// What axe finds in mdBook's own menus: a label that its script gives attributes of a button, and parts outside of landmarks.
const OF_MDBOOK = ["aria-allowed-attr", "aria-prohibited-attr", "region"];
const isOfMdbook = (id, node) => OF_MDBOOK.includes(id) && /id="mdbook-|class="(menu-title|right-buttons)"/.test(node.html);
// How far the means of a cell may be apart, of 255, and how many cells of a page may be further.
const MAX_DIFFERENCE = 24;
const MAX_CELLS = 0.02;
// Words, and a part of the site in which the search must find a page for them.
const SEARCHES = [["partition view", "docs/book/"], ["E0312", "docs/errors/"], ["softmax", "examples/"], ["reduce_max", "docs/api/"],
    ["cuBLAS", "docs/performance"], ["CMake", "docs/cmake"], ["mmaf", "docs/ir"]];

function pages(folder, below = "") {
    return fs.readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
        const name = path.posix.join(below, entry.name);
        if (entry.isDirectory()) return pages(folder, name);
        return name.endsWith(".html") && !["print.html", "toc.html", "404.html"].includes(name) ? [name] : [];
    });
}

const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = path.join(site, name.endsWith("/") ? `${name}index.html` : name);
    if (name === "/favicon.ico" || !file.startsWith(site) || !fs.existsSync(file)) {
        response.writeHead(name === "/favicon.ico" ? 204 : 404).end();
        return;
    }
    response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "text/plain" }).end(fs.readFileSync(file));
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const base = `http://127.0.0.1:${server.address().port}/`;

const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] });
const failures = [];
let place = "";
const fail = (text) => failures.push(`${place}: ${text}`);

async function open(viewport) {
    const page = await browser.newPage();
    await page.setViewport(viewport);
    page.on("console", (message) => ["error", "warn"].includes(message.type()) && fail(`console: ${message.text()}`));
    page.on("pageerror", (error) => fail(`script: ${error.message}`));
    page.on("response", (response) => response.status() >= 400 && fail(`${response.status()}: ${response.url()}`));
    return page;
}

const all = pages(site);
const phone = await open(PHONE);
for (const name of all) {
    place = name;
    await phone.goto(base + name, { waitUntil: "load" });
    const [inner, outer] = await phone.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    if (inner > outer) fail(`is ${inner} pixels wide on a phone of ${outer}`);
}

// Draws screenshots small, and compares them: both functions run in the browser, which can decode pictures.
const canvas = await open(DESKTOP);
const small = (url) => canvas.evaluate(async (url) => {
    const image = Object.assign(new Image(), { src: url });
    await image.decode();
    const drawn = Object.assign(document.createElement("canvas"), { width: image.width / 4, height: image.height / 4 });
    drawn.getContext("2d").drawImage(image, 0, 0, drawn.width, drawn.height);
    return drawn.toDataURL("image/png");
}, url);
const cellsApart = (one, other, limit) => canvas.evaluate(async (urls, limit) => {
    const means = await Promise.all(urls.map(async (url) => {
        const image = Object.assign(new Image(), { src: url });
        await image.decode();
        const [width, height] = [Math.floor(image.width / 8), Math.floor(image.height / 8)];
        const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, width, height);
        return { width, height, data: context.getImageData(0, 0, width, height).data };
    }));
    const [{ width, height, data }, other] = means;
    if (other.width !== width || other.height !== height) return 1;
    let apart = 0;
    for (let cell = 0; cell < data.length; cell += 4) {
        apart += [0, 1, 2].some((colour) => Math.abs(data[cell + colour] - other.data[cell + colour]) > limit);
    }
    return apart / (width * height);
}, [one, other], limit);
const PNG = "data:image/png;base64,";

async function compare(screenshot, name) {
    const file = path.join(pictures, name);
    const now = await small(PNG + screenshot);
    if (process.env.TILEC_BLESS === "1") {
        fs.writeFileSync(file, Buffer.from(now.slice(PNG.length), "base64"));
        return;
    }
    if (!fs.existsSync(file)) {
        fail(`has no picture ${name}`);
        return;
    }
    const apart = await cellsApart(PNG + fs.readFileSync(file, "base64"), now, MAX_DIFFERENCE);
    if (apart > MAX_CELLS) fail(`looks otherwise than ${name} in ${(100 * apart).toFixed(1)} % of its cells`);
}

const desktop = await open(DESKTOP);
const axe = fs.readFileSync("node_modules/axe-core/axe.min.js", "utf8");
fs.mkdirSync("screenshots", { recursive: true });
let checked = 0;
for (const theme of THEMES) {
    await desktop.evaluateOnNewDocument((name) => localStorage.setItem("mdbook-theme", name), theme);
    for (const name of KINDS) {
        place = `${name} (${theme})`;
        await desktop.goto(base + name, { waitUntil: "load" });
        const shown = await desktop.evaluate(() => document.documentElement.className);
        if (!shown.split(" ").includes(theme)) fail(`is shown in the theme ${shown}`);
        await desktop.evaluate(axe);
        const { violations, passes } = await desktop.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        checked += passes.length;
        for (const { id, help, nodes } of violations) {
            const ours = nodes.filter((node) => !isOfMdbook(id, node));
            if (ours.length > 0) fail(`axe ${id}: ${help}, in ${ours.map((node) => node.html.slice(0, 160)).join(" and ")}`);
        }
        const picture = `${name.replaceAll("/", "-")}.${theme}.png`;
        const screenshot = await desktop.screenshot({ path: `screenshots/${picture}`, encoding: "base64" });
        await compare(screenshot, picture);
    }
}

for (const [words, part] of SEARCHES) {
    place = `search for ${words}`;
    await desktop.goto(`${base}index.html?search=${encodeURIComponent(words)}`, { waitUntil: "load" });
    const found = desktop.waitForFunction(() => document.querySelectorAll("#mdbook-searchresults li a, #searchresults li a").length > 0,
        { timeout: 15000 });
    if (!(await found.then(() => true, () => false))) {
        fail("finds nothing");
        continue;
    }
    const links = await desktop.evaluate(() =>
        [...document.querySelectorAll("#mdbook-searchresults li a, #searchresults li a")].map((link) => link.getAttribute("href")));
    if (!links.some((link) => link.includes(part))) fail(`finds no page of ${part}, but ${links.slice(0, 5).join(", ")}`);
}

await browser.close();
server.close();
failures.forEach((failure) => console.log(failure));
console.log(`${all.length} pages, ${checked} checks of axe, ${SEARCHES.length} searches, ${failures.length} failures`);
process.exit(failures.length > 0 ? 1 : 0);
