package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// fetch downloads the packages that packages.json of a folder ui/web names and the folder lacks, from the registry that
// npm is configured with, and removes the tarballs that it names no more. It prints the sum and licence of a package
// that does not fit, for whoever changed its version.
func fetch(web string) error {
	packages, err := readPinned(web)
	if err != nil {
		return err
	}
	folder := filepath.Join(web, "packages")
	var problems []error
	var wanted []string
	for _, p := range packages {
		wanted = append(wanted, filepath.Join(folder, p.tarball()))
		problems = append(problems, p.fetch(folder))
	}
	present, err := filepath.Glob(filepath.Join(folder, "*.tgz"))
	problems = append(problems, err)
	for _, file := range present {
		if !slices.Contains(wanted, file) {
			problems = append(problems, os.Remove(file))
		}
	}
	return errors.Join(problems...)
}

// fetch downloads the tarball where it is missing, and verifies it.
func (p pinned) fetch(folder string) error {
	file := filepath.Join(folder, p.tarball())
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		pack := exec.Command("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder, p.String())
		pack.Stderr = os.Stderr
		if err := pack.Run(); err != nil {
			return fmt.Errorf("download %s by npm pack: %w", p, err)
		}
	}
	tarball, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return p.verify(tarball)
}
