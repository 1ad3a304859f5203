// Package flags defines the flags that several verbs share: what they mean, and what a shell may propose for them.
package flags
