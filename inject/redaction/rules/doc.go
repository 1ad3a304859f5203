// Package rules finds secrets in text: tokens that their beginnings tell, what gitleaks' rules find, the values that
// this machine's own environment has for variables that are named like secrets, and what tells nothing by itself:
// passwords in URLs, headers, settings, commands and prose.
//
// One pass over a text as it stands in its file finds the words of all rules (finder.go), and decodes and
// copies nothing. What stands around a word is looked at quickly (gate.go). Where it may tell a secret, the window
// around it is decoded and looked at again by the rules of the words in it (look.go), most of them written by hand: a
// general expression is tried only for those of gitleaks' rules that have no better one here, and only on the run of
// characters in which their word stands. The window is read again without what nobody sees, without escapes, and
// decoded (view.go).
//
// Of gitleaks only the rules are taken (redact/gitleaks): they are kept by many people and change often. Its own
// detector would make stead 8 MB larger and its start by half slower (measured with v8.30.1). Rules for certain files
// are not used, because what is said in a session has no file name. And the mark gitleaks:allow counts for nothing: it
// is the owner of a repository who may set it, not a text that a tool printed.
package rules
