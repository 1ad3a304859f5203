// Package api tests what packages offer: users of the public packages can name every type that these take and return,
// no package that a program imports has functions that no program calls, and no type has too many methods.
package api
