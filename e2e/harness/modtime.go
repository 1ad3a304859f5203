package harness

import (
	"os"
	"time"
)

// ModTime returns the time of a file's last change.
func (g *Environment) ModTime(path string) time.Time {
	g.t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		g.t.Fatal(err)
	}
	return info.ModTime()
}
