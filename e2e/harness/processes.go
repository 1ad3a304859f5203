package harness

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// Processes returns the ids of the living processes that were started with this HOME, whatever their current parent. It
// reads /proc. On a system without it, it finds nothing.
func (h *Home) Processes() []int {
	environments, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		return nil
	}
	var found []int
	for _, path := range environments {
		// A process that has ended in the meantime, or is a zombie, has no environment.
		environment, err := os.ReadFile(path)
		if err != nil || !slices.ContainsFunc(bytes.Split(environment, []byte{0}), h.isItsHome) {
			continue
		}
		if id, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
			found = append(found, id)
		}
	}
	return found
}

func (h *Home) isItsHome(variable []byte) bool { return string(variable) == "HOME="+h.Dir }
