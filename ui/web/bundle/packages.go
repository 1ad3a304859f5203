package main

import (
	"bytes"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A pinned package is an entry of packages.json. Its tarball lies next to that file, as npm serves it.
type pinned struct {
	Name      string `json:"name"`
	Version   string `json:"version"`
	Licence   string `json:"licence"`
	Integrity string `json:"integrity"` // "sha512-" and the sum in base64, as npm has it
}

// tarball returns the name that npm gives to the package's tarball.
func (p pinned) tarball() string {
	return strings.ReplaceAll(strings.TrimPrefix(p.Name, "@"), "/", "-") + "-" + p.Version + ".tgz"
}

func (p pinned) String() string { return p.Name + "@" + p.Version }

// readPinned reads packages.json of a folder ui/web.
func readPinned(web string) ([]pinned, error) {
	file := filepath.Join(web, "packages", "packages.json")
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var packages []pinned
	if err := json.Unmarshal(content, &packages); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return packages, nil
}

// verify returns an error unless a tarball matches its entry in packages.json.
func (p pinned) verify(tarball []byte) error {
	sum := sha512.Sum512(tarball)
	if found := "sha512-" + base64.StdEncoding.EncodeToString(sum[:]); found != p.Integrity {
		return fmt.Errorf("%s is not the tarball that packages.json names: it has %s, not %s", p, found, p.Integrity)
	}
	return nil
}

// unpackAll verifies the packages of a folder ui/web, and unpacks each into a folder named after it.
func unpackAll(web, target string) error {
	packages, err := readPinned(web)
	if err != nil {
		return err
	}
	for _, p := range packages {
		tarball, err := os.ReadFile(filepath.Join(web, "packages", p.tarball()))
		if err != nil {
			return fmt.Errorf("%w: \"go run -C ui/web/bundle . fetch\" downloads it", err)
		}
		if err := p.unpack(tarball, filepath.Join(target, filepath.FromSlash(p.Name))); err != nil {
			return err
		}
	}
	return nil
}

// unpack verifies a tarball and unpacks it into a folder.
func (p pinned) unpack(tarball []byte, folder string) error {
	if err := p.verify(tarball); err != nil {
		return err
	}
	if err := unpack(bytes.NewReader(tarball), folder); err != nil {
		return fmt.Errorf("unpack %s: %w", p, err)
	}
	return p.isIn(folder)
}

// isIn returns an error unless the package in a folder matches its entry in packages.json.
func (p pinned) isIn(folder string) error {
	content, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return err
	}
	var says struct{ Name, Version, License string }
	if err := json.Unmarshal(content, &says); err != nil {
		return fmt.Errorf("read package.json of %s: %w", p, err)
	}
	if says.Name != p.Name || says.Version != p.Version || says.License != p.Licence {
		return fmt.Errorf("%s with licence %s identifies itself as %s@%s with licence %s: correct packages.json",
			p, p.Licence, says.Name, says.Version, says.License)
	}
	return nil
}
