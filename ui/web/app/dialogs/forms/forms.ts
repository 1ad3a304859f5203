// The contents of the dialogs. They are loaded together when one of them is opened.
export { Continuation } from "./continuation";
export { ChainForm } from "./chain_form";
export { ForkForm } from "./fork_form";
export { ContestForm } from "./contest_form";
export { SwitchForm } from "./switch_form";
export { TemplateForm } from "./template_form";
