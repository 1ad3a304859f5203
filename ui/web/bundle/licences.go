package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

const licencesName = "LICENCES.txt"

// licences returns the licences of all packages, each in the package's own words.
func licences(web, unpacked string) ([]byte, error) {
	packages, err := readPinned(web)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("stead's pages hold code of these packages. Their licences follow, as each package has them.\n")
	for _, p := range packages {
		text, err := os.ReadFile(filepath.Join(unpacked, filepath.FromSlash(p.Name), "LICENSE"))
		if err != nil {
			return nil, fmt.Errorf("%s has no licence file: %w", p, err)
		}
		fmt.Fprintf(&b, "\n==== %s: %s\n\n%s\n", p, p.Licence, bytes.TrimSpace(text))
	}
	return b.Bytes(), nil
}
