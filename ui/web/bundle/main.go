// Command bundle turns the browser's pages (ui/web/app) into the files that the program carries (ui/web/dist), without
// Node. It is a module of its own, so that stead's module does not depend on esbuild.
//
//	go run -C ui/web/bundle .                  bundles the pages
//	go run -C ui/web/bundle . -check           fails if the committed bundle does not match the sources
//	go run -C ui/web/bundle . unpack FOLDER    unpacks the packages, for the type check
//	go run -C ui/web/bundle . fetch            downloads the packages of packages.json with npm
package main

import (
	"errors"
	"fmt"
	"os"
)

// remake is the command that rebuilds a bundle that does not match its sources.
const remake = "make web"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

// run works on the parent folder of this module, ui/web: "go run -C" starts the program in the module's folder.
func run(arguments []string) error {
	const web = ".."
	switch {
	case len(arguments) == 0:
		return bundle(web)
	case len(arguments) == 1 && arguments[0] == "-check":
		return check(web)
	case len(arguments) == 2 && arguments[0] == "unpack":
		return unpackAll(web, arguments[1])
	case len(arguments) == 1 && arguments[0] == "fetch":
		return fetch(web)
	}
	return errors.New("usage: bundle [-check | unpack FOLDER | fetch]")
}

// bundle builds the pages of a folder ui/web, writes them into its dist and prints their sizes.
func bundle(web string) error {
	packed, err := buildAndPack(web)
	if err != nil {
		return err
	}
	if err := packed.write(web); err != nil {
		return err
	}
	packed.print(os.Stdout)
	return packed.withinBudget()
}

// check compares the bundle of a folder ui/web with a fresh build of its sources.
func check(web string) error {
	packed, err := buildAndPack(web)
	if err != nil {
		return err
	}
	return errors.Join(packed.compare(web), packed.withinBudget())
}

// buildAndPack builds the bundle of a folder ui/web in the form that browsers load.
func buildAndPack(web string) (*dist, error) {
	built, err := build(web)
	if err != nil {
		return nil, err
	}
	return pack(built)
}
