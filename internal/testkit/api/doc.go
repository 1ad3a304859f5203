// Package api holds a test that keeps the public packages complete: whoever builds on them can name all that they take and return.
package api
