// Command make creates the home of a person who uses every CLI, and prints what it has planted there: for each needle,
// the number of sessions and of texts that contain it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"stead/internal/testkit/corpus"
	"stead/internal/testkit/corpus/home"
)

func main() {
	folder := flag.String("home", "", "the folder to make it in")
	share := flag.Float64("share", 1, "the share of the full size, which is 1.5 GB")
	seed := flag.Uint64("seed", 1, "another number makes other texts")
	flag.Parse()
	if err := run(*folder, *share, *seed); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folder string, share float64, seed uint64) error {
	if folder == "" {
		return fmt.Errorf("name the folder to make the corpus in: -home FOLDER")
	}
	tally, err := home.Make(context.Background(), folder, home.Scaled(share), seed)
	if err != nil {
		return err
	}
	for _, n := range corpus.Needles() {
		fmt.Printf("%-22s %-32s %5d sessions %8d texts\n", n.Name, n.Query, tally[n.Name].Sessions, tally[n.Name].Hits)
	}
	return nil
}
