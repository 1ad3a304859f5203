package process

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Files returns the paths of the files that a process of the user has open. It returns none if the operating system
// does not tell.
func Files(pid int) (paths []string) {
	folder := filepath.Join("/proc", strconv.Itoa(pid), "fd")
	links, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	for _, link := range links {
		if path, err := os.Readlink(filepath.Join(folder, link.Name())); err == nil && filepath.IsAbs(path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// In returns the processes of the user that work in a folder and run a program, or a script, whose file name begins
// with name. Ok is false if the operating system does not tell.
func In(dir, name string) (pids []int, ok bool) {
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil || len(links) == 0 {
		return nil, false
	}
	for _, link := range links {
		if at, err := os.Readlink(link); err != nil || at != dir {
			continue
		}
		of := filepath.Dir(link)
		line, err := os.ReadFile(filepath.Join(of, "cmdline"))
		if pid, failed := strconv.Atoi(filepath.Base(of)); err == nil && failed == nil &&
			runs(strings.Split(string(line), "\x00"), name) {
			pids = append(pids, pid)
		}
	}
	return pids, true
}

func runs(line []string, name string) bool {
	return slices.ContainsFunc(line, func(argument string) bool {
		return filepath.IsAbs(argument) && strings.HasPrefix(filepath.Base(argument), name)
	})
}
