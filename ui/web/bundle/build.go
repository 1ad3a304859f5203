package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// built is the bundle before compression.
type built struct {
	files    map[string][]byte // by their path, such as "assets/main-HASH.js"
	manifest manifest
}

// build bundles the pages of a folder ui/web. It works on a copy next to the packages, so that names and contents of
// the bundle do not depend on the location of the sources, and so that no other node_modules folder is used.
func build(web string) (*built, error) {
	work, err := os.MkdirTemp("", "stead-bundle-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	if work, err = filepath.EvalSymlinks(work); err != nil { // esbuild resolves links, and names its inputs by the result
		return nil, err
	}
	if err := os.CopyFS(filepath.Join(work, "app"), os.DirFS(filepath.Join(web, "app"))); err != nil {
		return nil, err
	}
	if err := unpackAll(web, filepath.Join(work, "node_modules")); err != nil {
		return nil, err
	}
	b := &built{files: map[string][]byte{}}
	if err := errors.Join(b.addPages(work), b.addWorker(work)); err != nil {
		return nil, err
	}
	b.files[licencesName], err = licences(web, filepath.Join(work, "node_modules"))
	return b, err
}

// options are the options that the bundles of the pages and of the worker share. Neither bundle creates code from
// strings, so both run under a strict policy.
func options(work string) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:     work,
		Outdir:            filepath.Join(work, "dist"),
		Bundle:            true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone, // LICENCES.txt has them in full
		JSX:               api.JSXAutomatic,
		JSXImportSource:   "preact",
		TsconfigRaw:       "{}",
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Metafile:          true,
	}
}

// addPages bundles main.tsx. Each page becomes a chunk that is loaded when the page is shown.
func (b *built) addPages(work string) error {
	o := options(work)
	o.EntryPoints = []string{"app/main.tsx"}
	o.Splitting = true
	o.EntryNames, o.ChunkNames, o.AssetNames = "assets/[name]-[hash]", "assets/[name]-[hash]", "assets/[name]-[hash]"
	outputs, err := b.add(o)
	if err != nil {
		return err
	}
	b.manifest = outputs.manifest("app/main.tsx")
	return nil
}

// addWorker bundles the service worker. Its name has no hash, because browsers ask for it again.
func (b *built) addWorker(work string) error {
	o := options(work)
	o.EntryPoints = []string{"app/worker.ts"}
	_, err := b.add(o)
	b.manifest.Worker = "/worker.js"
	return err
}

func (b *built) add(o api.BuildOptions) (outputs, error) {
	result := api.Build(o)
	if found := append(result.Errors, result.Warnings...); len(found) > 0 {
		texts := api.FormatMessages(found, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return nil, errors.New("esbuild says:\n" + strings.Join(texts, ""))
	}
	for _, file := range result.OutputFiles {
		name, err := filepath.Rel(o.Outdir, file.Path)
		if err != nil {
			return nil, err
		}
		b.files[filepath.ToSlash(name)] = file.Contents
	}
	var meta struct {
		Inputs  map[string]struct{}
		Outputs outputs
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, err
	}
	for input := range meta.Inputs {
		if first, _, _ := strings.Cut(path.Clean(input), "/"); first != "app" && first != "node_modules" {
			return nil, fmt.Errorf("%s belongs neither to the pages nor to the packages of packages.json", input)
		}
	}
	return meta.Outputs, nil
}
