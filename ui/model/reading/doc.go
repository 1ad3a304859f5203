// Package reading holds sessions as people read them: the displayed entries, of bounded size, each available again
// without reading the session from its beginning.
package reading
