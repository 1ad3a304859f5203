// Package runtest holds what the tests of several verbs share: recorded sessions as sources, the turns of a scripted
// model, a terminal to type on, and assertions about a run and its record afterwards. Its functions fail the test
// themselves.
package runtest
