// Package redact finds secrets in text: by the rules of gitleaks, and by the values that this machine's own environment has for variables
// that are named like secrets, and by rules of its own for what tells nothing by itself: passwords in URLs, headers, settings and prose, and what
// is encoded in base64.
//
// Only the rules are taken from gitleaks (redact/gitleaks): they are kept by many people and change often. Its own detector would make
// stead 8 MB larger and its start by half slower, since it unpacks archives and reads git's history (measured with v8.30.1), so the few checks around a
// rule's expression are made here. They are the same but for three things. Nearly every text is told to hold nothing by one pass
// over it as it stands in its file, which decodes and copies nothing. Each expression is tried only around the words that belong to its
// rule, which is many times faster. Rules for certain files are not used, because what is said in a session has no file name. And
// the mark gitleaks:allow counts for nothing: it is the owner of a repository who may set it, not a text that a tool printed.
//
// The words of the rules are gathered when the first text is looked at, which takes some 5 ms; an expression is compiled when it is first tried.
package redact
