// Package adaptertest is the suite of tests that every adapter inherits. It checks readers and writers against the
// contracts of packages readers and writers, with the adapter's own recorded sessions and with every way in which a
// file can be damaged.
//
// An adapter calls [Run] from a test file of some fourteen lines and [Benchmark] from its benchmarks. The golden
// timelines are in testdata/golden of the package that calls Run. The recorded sessions of all formats are in package
// fixtures, and each format's sessions prove that no other adapter claims them.
package adaptertest
