// Package api holds tests of what packages offer: whoever builds on the public ones can name all that they take and
// return, and no package that a program imports has functions that no program calls.
package api
