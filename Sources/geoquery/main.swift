// SPDX-License-Identifier: Apache-2.0

await Program.main()
