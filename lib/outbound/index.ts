export { fetchPublic } from "./fetch-public.ts";
export { ForbiddenAddressError, isPublicAddress } from "./public-address.ts";
export { assertPublicUrl } from "./public-url.ts";
