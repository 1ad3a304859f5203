// Package flags holds the flags that several verbs have, what they mean, and what a shell may propose for them.
package flags
