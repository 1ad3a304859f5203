// Package reading holds sessions as people read them: the displayed entries, in bounded size. Each entry is available
// again without reading the session from its beginning.
package reading
