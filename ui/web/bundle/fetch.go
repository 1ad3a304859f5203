package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// fetch downloads the packages that packages.json of a folder ui/web lists and that are missing in the folder, from the
// registry that npm is configured to use. It removes the tarballs that are no longer listed. For a package that does
// not match, it prints the checksum and the licence, for the person who changed its version.
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

// fetch downloads the tarball if it is missing, and verifies it.
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
