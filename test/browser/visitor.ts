/** A person at a real browser: Chromium with an authenticator in software. It keeps whatever a page complains of. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';

const { CHROMIUM = '/usr/bin/chromium' } = process.env;

/** Whether there is a browser: the variable `CHROMIUM` is its path. */
export const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) console.warn(`No page is tried in a browser: there is no ${CHROMIUM}, and CHROMIUM names none.`);

/** The milliseconds that an action waits for what it needs: as long as a test may last, on a machine of any speed. */
const PATIENCE_MS = 150_000;

/** Says on the console what a page was refused, where the console does not say it by itself. */
const TELL_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  console.error('Against the policy: ' + effectiveDirective + ' ' + blockedURI));`;

/** How an element is shown that has the focus. */
const OUTLINE =
  '(({ outlineStyle, outlineWidth }) => [outlineStyle, outlineWidth])(getComputedStyle(document.activeElement))';

/** Starts the browser, which shows nothing. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM });
}

/** A person with cookies, an authenticator and a page of their own. */
export class Visitor {
  readonly page: Page;
  /** What pages wrote to the console as a warning or an error, what they threw, and what their policy refused. */
  readonly faults: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.faults.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', ({ message }) => this.faults.push(`${page.url()}: ${message}`));
  }

  /** Somebody new, who opens addresses relative to `base`. */
  static async come(browser: Browser, base: URL): Promise<Visitor> {
    const context = await browser.newContext({ baseURL: base.href });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(TELL_VIOLATIONS);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Visitor(page);
  }

  /** What the page says, in one line. */
  async read(): Promise<string> {
    return ((await this.page.locator('main').textContent()) ?? '').replace(/\s+/g, ' ');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  link(name: string): Locator {
    return this.page.getByRole('link', { name, exact: true });
  }

  field(name: string): Locator {
    return this.page.getByLabel(name, { exact: true });
  }

  /** What is ticked or chosen for a scope or a role. */
  choice(word: string): Locator {
    const name = new RegExp(`^${word}:`);
    return this.page.getByRole('checkbox', { name }).or(this.page.getByRole('radio', { name }));
  }

  /** Comes to an element by the key Tab alone. Throws when the focus does not reach it, or cannot be seen there. */
  async tabTo(element: Locator): Promise<void> {
    await element.waitFor();
    const focused = element.and(this.page.locator(':focus'));
    const most = (await this.page.locator('a, button, input, select, [tabindex]').count()) + 2;
    for (let presses = 0; (await focused.count()) === 0; presses++) {
      if (presses > most) throw new Error(`The focus never reaches ${element}.`);
      await this.page.keyboard.press('Tab');
    }
    const [style, width] = await this.page.evaluate<readonly string[]>(OUTLINE);
    if (style === 'none' || width === '0px') throw new Error(`Nothing shows that ${element} has the focus.`);
  }

  /** Presses `key` at an element to which {@link tabTo} led. */
  async press(element: Locator, key: 'Enter' | 'Space' | 'ArrowDown' | 'ArrowUp'): Promise<void> {
    await this.tabTo(element);
    await this.page.keyboard.press(key);
  }

  /** Types into a field to which {@link tabTo} led. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await this.page.keyboard.type(text);
  }
}
