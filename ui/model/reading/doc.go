// Package reading holds sessions as people read them: the entries that are shown, of bounded size, each ready to be
// looked at again without reading the session from its beginning.
package reading
