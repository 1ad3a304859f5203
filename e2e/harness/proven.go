package harness

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"hash"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Proofs with real CLIs take most of the time of the tests. Most of them show something about one CLI. The code for
// that is in that CLI's folders, and the proof stays valid as long as that code, the CLI's version and its recorded
// sessions stay the same. So a stamp of these is written when all proofs of a CLI have passed (make prove). As long as
// the stamp matches, the tests repeat only one proof of each verb with that CLI. The code that all CLIs share is proven
// each time, with the [Quick] CLIs.

// Prove is the environment variable that makes all proofs run, whatever the stamps say.
const Prove = "STEAD_PROVE"

// Quick are the CLIs that start in half a second of processor time. They take part in all proofs each time.
var Quick = []string{"codex", "pi"}

// Proven reports whether all proofs of these CLIs have passed with the current code, versions and recorded sessions. It
// also reports true if they are part of each run of the tests anyway.
func Proven(clis ...string) (bool, error) {
	if os.Getenv(Prove) != "" {
		return false, nil
	}
	written, err := writtenStamps()
	if err != nil {
		return false, err
	}
	for _, cli := range clis {
		stamp, err := Stamp(cli)
		if err != nil || written[cli] != stamp {
			return false, err
		}
	}
	return true, nil
}

// stampsPath returns the path of the stamps: a JSON object with a member for each CLI.
func stampsPath() (string, error) {
	root, err := Root()
	return filepath.Join(root, "e2e", "harness", "testdata", "proven.json"), err
}

var writtenStamps = sync.OnceValues(func() (map[string]string, error) {
	path, err := stampsPath()
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	stamps := map[string]string{}
	if err == nil {
		err = json.Unmarshal(content, &stamps)
	}
	return stamps, err
})

// WriteProven writes the stamps of all installed CLIs. Its caller must have seen all proofs pass.
func WriteProven() error {
	stamps := map[string]string{}
	for _, known := range CLIs() {
		if !Installed(known.Name) && known.IsTarget() {
			continue
		}
		stamp, err := Stamp(known.Name)
		if err != nil {
			return err
		}
		stamps[known.Name] = stamp
	}
	content, err := json.MarshalIndent(stamps, "", "  ")
	if err != nil {
		return err
	}
	path, err := stampsPath()
	if err != nil {
		return err
	}
	return write(path, append(content, '\n'))
}

var stamps sync.Map

// Stamp returns a checksum of everything that the proofs of a CLI depend on: its version, its recorded sessions, the
// tests' expectations, the models that the provider plays, and the code in its folders, including the code of other
// formats that this code uses.
func Stamp(cli string) (string, error) {
	if stamp, ok := stamps.Load(cli); ok {
		return stamp.(string), nil
	}
	known, err := findCLI(cli)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	if err := known.stamp(sum); err != nil {
		return "", fmt.Errorf("sum up what the proofs of %s depend on: %w", cli, err)
	}
	stamp := hex.EncodeToString(sum.Sum(nil)[:8])
	stamps.Store(cli, stamp)
	return stamp, nil
}

func (c CLI) stamp(sum hash.Hash) error {
	if c.IsFromNPM() {
		version, err := Version(c.Name)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintln(sum, version)
	}
	root, err := Root()
	if err != nil {
		return err
	}
	name := strings.ReplaceAll(c.Name, "-", "")
	folders := map[string]bool{}
	for _, layer := range []string{"readers", "writers", "inject"} {
		if err := withImports(root, filepath.Join(layer, name), folders); err != nil {
			return err
		}
	}
	paths := slices.AppendSeq([]string{
		"internal/testkit/fixtures/testdata/" + name, "e2e/harness/" + name + ".go", "e2e/fidelity/" + name + ".go",
		"e2e/provider",
		"e2e/matrix/testdata/requests/" + c.Name, "e2e/matrix/testdata/forgotten/" + c.Name,
		"e2e/matrix/testdata/fidelity/" + c.Name + ".json",
	}, maps.Keys(folders))
	slices.Sort(paths)
	for _, path := range paths {
		if err := sumUp(sum, root, path); err != nil {
			return err
		}
	}
	return nil
}

// withImports adds the folder of one CLI's code, and the folders that it imports. A folder that does not exist adds
// nothing: formats have no driver.
func withImports(root, folder string, found map[string]bool) error {
	files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil || len(files) == 0 || found[folder] {
		return err
	}
	found[folder] = true
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			if inner, ok := strings.CutPrefix(imported, "stead/"); ok && isOfACLI(inner) &&
				!strings.HasSuffix(path, "_test.go") {
				if err := withImports(root, inner, found); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// isOfACLI reports whether a folder contains code of one CLI, or of a format.
func isOfACLI(folder string) bool {
	layer, _, found := strings.Cut(folder, "/")
	of := strings.Split(folder, "/")
	return found && slices.Contains([]string{"adapters", "readers", "writers", "inject"}, layer) &&
		!slices.Contains([]string{"adapter", "injection", "policy", "redaction"}, of[1])
}

// sumUp adds the names and contents of a file, or of all files below a folder. It leaves out tests, which do not change
// the tested code.
func sumUp(sum hash.Hash, root, path string) error {
	return filepath.WalkDir(filepath.Join(root, path), func(file string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !entry.Type().IsRegular() || strings.HasSuffix(file, "_test.go") {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil || strings.Contains(strings.TrimPrefix(filepath.ToSlash(name), path), "/testdata/") {
			return err
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(sum, "%s %d\n", filepath.ToSlash(name), len(content))
		sum.Write(content)
		return nil
	})
}
