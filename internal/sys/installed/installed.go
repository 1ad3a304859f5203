// Package installed finds the programs of CLIs and their versions. It avoids starting them where it can, because a CLI
// takes between 50 ms and 1.6 s to print its version.
package installed

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"stead/internal/sys/regular"
)

// ErrNotInstalled says that a program was not found.
var ErrNotInstalled = errors.New("not installed")

// Program is a CLI's program.
type Program struct {
	Path string `json:"path"`
	// Version is empty when it could not be learned.
	Version string `json:"version,omitempty"`
}

// Finder finds programs.
type Finder struct {
	// Path lists the folders that are searched, as PATH does.
	Path string
	// Environ is the environment of a program that must be started to learn its version.
	Environ []string
	// Cache is a file that remembers such versions. Empty remembers nothing.
	Cache string
}

// Find returns the first program of one of the names, or at a path that stands in place of a name, with its version.
// NpmPackage is its package in the npm registry; it may be empty. Recognizes tells by what a program answers to
// --version whether it is the wanted one; nil takes any. The error wraps ErrNotInstalled.
func (f Finder) Find(ctx context.Context, names []string, npmPackage string,
	recognizes func(answer string) bool) (Program, error) {
	var refused error
	for _, name := range names {
		path, err := f.lookPath(name)
		if err != nil {
			refused = cmp.Or(refused, err)
			continue
		}
		if version := packaged(path, npmPackage); version != "" {
			return Program{Path: path, Version: version}, nil
		}
		answer := f.asked(ctx, path)
		if recognizes == nil || recognizes(answer) {
			return Program{Path: path, Version: version(answer)}, nil
		}
		refused = fmt.Errorf("%w: %s is another program (it answers %q to --version)", ErrNotInstalled, path, answer)
		if answer == "" {
			refused = fmt.Errorf("%w: %s does not say what it is (it failed, or gave no answer to --version within %s)",
				ErrNotInstalled, path, patience)
		}
	}
	return Program{}, refused
}

func (f Finder) lookPath(name string) (string, error) {
	if strings.ContainsRune(name, os.PathSeparator) {
		if isProgram(name) {
			return name, nil
		}
		return "", fmt.Errorf("%w: %s is not a program", ErrNotInstalled, name)
	}
	for _, folder := range filepath.SplitList(f.Path) {
		if path := filepath.Join(folder, name); filepath.IsAbs(path) && isProgram(path) {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: there is no %s in PATH", ErrNotInstalled, name)
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

// packageDepth is how far above the program its package's folder may lie: bin/ in it, or lib/<name>/ at most.
const packageDepth = 3

// packaged returns the version that the program's npm package states. npm puts a link into .bin, so links are followed.
func packaged(path, npmPackage string) string {
	target, err := filepath.EvalSymlinks(path)
	if err != nil || npmPackage == "" {
		return ""
	}
	folder := filepath.Dir(target)
	for range packageDepth {
		var manifest struct{ Name, Version string }
		data, err := regular.ReadFile(filepath.Join(folder, "package.json"))
		if err == nil && json.Unmarshal(data, &manifest) == nil && manifest.Name == npmPackage {
			return manifest.Version
		}
		folder = filepath.Dir(folder)
	}
	return ""
}
