// Package api holds tests of what packages offer: whoever builds on the public ones can name all that they take and
// return, no package that a program imports has functions that no program calls, and no type has too many methods.
package api
