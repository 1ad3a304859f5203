// Package rules finds secrets in text: tokens identified by their beginnings, what gitleaks' rules find, the values of
// this machine's environment variables whose names indicate a secret, and secrets that only their context identifies:
// passwords in URLs, headers, settings, commands and prose.
//
// One pass over a text in the form of its file finds the words of all rules (finder.go). It decodes and copies nothing.
// A quick check then looks at the surroundings of each word (gate.go). If they may hold a secret, the window around the
// word is decoded, and the rules of its words examine it (look.go). Most of these rules are written by hand. A regular
// expression runs only for those of gitleaks' rules that have no better rule here, and only on the run of characters
// that contains their word. The window is examined again without invisible characters, without escapes, and decoded
// (view.go).
//
// Only the rules come from gitleaks (package gitleaks), because many people maintain them and they change often. Its
// own detector would make stead 8 MB larger and slow down its start by half (measured with v8.30.1). Rules for certain
// files are not used, because the content of a session has no file name. The mark gitleaks:allow has no effect: only
// the owner of a repository may set it, not a text that a tool printed.
package rules
