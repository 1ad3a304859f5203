/** The nonce of this page, with which the policy lets a style element work. Browsers hide it from selectors, so that it is read from the property. */
export function nonce(): string {
  return document.querySelector<HTMLLinkElement>("link[nonce]")?.nonce ?? "";
}

/**
 * Lets xterm style what it draws, as the policy allows it. Without that its texts have no colours.
 * The style elements that it adds get the page's nonce, for which it has no option; and a style attribute, which it sets on cells in colours of their own, is
 * set as a property: attributes are forbidden, since markup could have them.
 */
export function allowStylesOfLibraries() {
  const create = Document.prototype.createElement;
  Document.prototype.createElement = function (this: Document, name: string, options?: ElementCreationOptions) {
    const element = create.call(this, name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce();
    return element;
  } as typeof create;
  const set = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (this: Element, name: string, value: string) {
    if (name === "style" && this instanceof HTMLElement) this.style.cssText = value;
    else set.call(this, name, value);
  };
}
