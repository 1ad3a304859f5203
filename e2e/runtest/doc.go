// Package runtest holds what the tests of several verbs share: recorded sessions to begin with, the turns of a scripted
// model, a terminal to type on, and what must be true of a run and its record afterwards. Its functions fail the test
// themselves.
package runtest
