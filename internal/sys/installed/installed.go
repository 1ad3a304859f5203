// Package installed finds the programs of CLIs and their versions. It avoids starting them if possible, because a CLI
// takes between 50 ms and 1.6 s to print its version.
package installed

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"stead/internal/sys/regular"
)

// ErrNotInstalled says that a program was not found.
var ErrNotInstalled = errors.New("not installed")

// Program is the program of a CLI.
type Program struct {
	Path string `json:"path"`
	// Version is empty if it could not be determined.
	Version string `json:"version,omitempty"`
}

// Finder finds programs.
type Finder struct {
	// Path lists the folders to search, in the format of PATH.
	Path string
	// Environ is the environment of a program that must be started to determine its version.
	Environ []string
	// Cache is a file that stores such versions. If it is empty, they are not stored.
	Cache string
}

// Find returns the first program that has one of the names, with its version. A name may also be a path. NpmPackage is
// the package of the program in the npm registry. It may be empty. Recognizes reports whether the program is the wanted
// one, given what it prints for --version. If it is nil, any program matches. The error wraps ErrNotInstalled.
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
	if filepath.Base(name) != name {
		if path, ok := program(name); ok {
			return path, nil
		}
		return "", fmt.Errorf("%w: %s is not a program", ErrNotInstalled, name)
	}
	for _, folder := range filepath.SplitList(f.Path) {
		if path, ok := program(filepath.Join(folder, name)); ok && filepath.IsAbs(path) {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: there is no %s in PATH", ErrNotInstalled, name)
}

// packageDepth is the maximum number of levels from the program up to its package folder: the program is in bin/, or at
// most in lib/<name>/.
const packageDepth = 3

// packaged returns the version in the program's npm package. It follows links, because npm puts a link into .bin.
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
