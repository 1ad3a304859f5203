package workdir

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/orchestrator/source"
)

// A folder that was recorded under another name is proposed by the name that it has here, and is never taken without a
// question.
func TestFolderByAnotherName(t *testing.T) {
	f, home := folders(t, "here", "shop/cart")
	windows := func(path string) string { return strings.ReplaceAll(path, "/", `\`) }
	cart := filepath.Join(home, "shop/cart")
	for _, gone := range []string{
		`\\wsl.localhost\Ubuntu` + windows(cart), `\\wsl$\Debian` + windows(cart),
		`\\wsl.localhost\Ubuntu\home\demo\shop\cart`,
		`C:\Users\demo\shop\cart`, `d:/Users/demo/Shop/Cart`, "/mnt/c/Users/demo/shop/cart", "/Users/demo/shop/cart",
		filepath.Join(home, "SHOP/Cart"),
	} {
		_, err := f.Find("", source.Source{Dir: gone})
		var problem *FolderError
		if !errors.As(err, &problem) {
			t.Fatalf("%s: %v", gone, err)
		}
		want := []Near{{cart, "the same folder, by the name that it has here"},
			{filepath.Join(home, "here"), "the current folder"}}
		if !slices.Equal(problem.Near, want) {
			t.Errorf("%s: near are %v", gone, problem.Near)
		}
	}
}

func TestFolderOfADriveIsLookedForInAWSL(t *testing.T) {
	got := Finder{Home: "/home/me"}.namesHere(`C:\code\shop`)
	if want := []string{"/mnt/c/code/shop"}; !slices.Equal(got, want) {
		t.Errorf("it is looked for in %q, want %q", got, want)
	}
}

// A folder that has gone is found by its last name, whichever way its path is written.
func TestNamesakeOfAWindowsFolder(t *testing.T) {
	f, home := folders(t, "here", "code/Shop")
	_, err := f.Find("", source.Source{Dir: `C:\work\shop`})
	var problem *FolderError
	if !errors.As(err, &problem) || len(problem.Near) != 2 || problem.Near[0].Dir != filepath.Join(home, "code/Shop") {
		t.Errorf("%v, near are %v", err, problem)
	}
}
