// Package web serves the pages of the control room to browsers: one page, which draws what the API answers, with its
// scripts and styles.
//
// The pages are TypeScript (folder app), bundled without Node by the module in folder bundle from the npm packages in
// folder packages. The bundle in folder dist is part of the program. The page itself holds no data and needs no secret:
// it proves its identity to the API, like any other caller.
package web
