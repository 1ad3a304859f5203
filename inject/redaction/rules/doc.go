// Package rules finds secrets in text: tokens identified by their beginnings, what gitleaks' rules find, the values of
// this machine's environment variables whose names indicate a secret, and secrets that only their context identifies:
// passwords in URLs, headers, settings, commands and prose.
//
// One pass over a text as it stands in its file finds the words of all rules (finder.go), and decodes and
// copies nothing. What stands around a word is looked at quickly (gate.go). Where it may tell a secret, the window
// around it is decoded and looked at again by the rules of the words in it (look.go), most of them written by hand: a
// general expression is tried only for those of gitleaks' rules that have no better one here, and only on the run of
// characters in which their word stands. The window is read again without what nobody sees, without escapes, and
// decoded (view.go).
//
// Only the rules come from gitleaks (package gitleaks), because many people maintain them and they change often. Its
// own detector would make stead 8 MB larger and slow down its start by half (measured with v8.30.1). Rules for certain
// files are not used, because the content of a session has no file name. The mark gitleaks:allow has no effect: only
// the owner of a repository may set it, not a text that a tool printed.
package rules
