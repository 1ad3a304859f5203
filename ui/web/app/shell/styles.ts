/** The nonce of this page, with which the policy allows a style element. Browsers hide it from selectors, so it is read from the property. */
export function nonce(): string {
  return document.querySelector<HTMLLinkElement>("link[nonce]")?.nonce ?? "";
}

/**
 * Lets xterm style its output within the policy. Otherwise its texts have no colours. The style elements that it adds get the page's nonce, for which it has no
 * option. A style attribute, which it sets on cells with their own colours, is set as a property: the policy forbids attributes, because markup could contain
 * them.
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
