// Package family draws what stead and the CLIs have noted of where sessions come from: a session, what it was made of,
// and all that came of that.
package family
